/** The tones that a text can have. */
export type Tone =
  | 'joyful'
  | 'grateful'
  | 'excited'
  | 'hopeful'
  | 'content'
  | 'peaceful'
  | 'optimistic'
  | 'sad'
  | 'anxious'
  | 'frustrated'
  | 'angry'
  | 'worried'
  | 'disappointed'
  | 'melancholic'
  | 'pessimistic'
  | 'calm'
  | 'contemplative'
  | 'neutral'
  | 'tired'
  | 'energetic';

/**
 * How a tone shows in English. `clear` cues count twice as much as `faint` ones. Cues are separated by commas; a cue is a word,
 * a stem (`grate*` stands for everything that begins with it) or a phrase. `opposite` is what a negated cue points to ("not
 * happy").
 */
export type ToneEntry = {
  side: 'positive' | 'negative' | 'neutral';
  opposite: Tone;
  clear: string;
  faint: string;
};

/** The vocabulary of the sandbox. Where two tones score the same, the earlier one wins. */
export const toneLexicon: Readonly<Record<Tone, ToneEntry>> = {
  joyful: {
    side: 'positive',
    opposite: 'sad',
    clear:
      'joy, joyful*, joyous*, overjoyed, happy, happi*, delight*, elated, ecstatic, euphoric, bliss*, cheerful*, tears of joy, laughed, laughing, laughter, best day, never been happier, not be happier, could not be happier, couldn’t be happier, over the moon, on cloud nine, proud, proudly, good day, great day, wonderful day, lovely day, feel great, feeling great, felt great, amazing feeling, love my life',
    faint:
      'fun, smile*, smiling, wonderful*, lovely, celebrat*, danced, dancing, sang, singing, giggl*, love, loved, great, amazing, fantastic, beautiful, sweet, i won, we won, went well',
  },
  grateful: {
    side: 'positive',
    opposite: 'disappointed',
    clear:
      'grateful*, gratitude, thankful*, appreciat*, blessed, blessing*, thank you, thanks to, lucky to have, fortunate to, count my blessings',
    faint: 'thanks, thank, lucky, fortunate*, kindness, supported me, helped me, there for me',
  },
  excited: {
    side: 'positive',
    opposite: 'disappointed',
    clear:
      'excited*, excitement, exciting, thrill*, can’t wait, cannot wait, can not wait, can hardly wait, stoked, pumped, looking forward, counting the days, counting down',
    faint: 'eager*, adventure*, finally happening, wow, butterflies',
  },
  hopeful: {
    side: 'positive',
    opposite: 'pessimistic',
    clear:
      'hope, hopes, hopeful*, hoping, hoped, fingers crossed, light at the end, glimmer of hope, faith that, new beginning, fresh start',
    faint: 'maybe tomorrow, wish*, dream of, dreaming of, chance, second chance, possib*',
  },
  content: {
    side: 'positive',
    opposite: 'disappointed',
    clear:
      'content, contented*, contentment, satisf*, fulfilled, fulfilling, happy with, pleased with, at home, nothing missing, all i need, everything i need, cosy, cozy, feel good, feeling good, felt good',
    faint: 'pleasant*, comfortable, comfy, pleased, good enough, nice, enough for me, simple pleasures',
  },
  peaceful: {
    side: 'positive',
    opposite: 'anxious',
    clear: 'peace, peaceful*, serene*, serenity, tranquil*, at ease, inner quiet, in harmony, stillness',
    faint: 'quiet, silence, silent, gentle, sunrise, sunset, birdsong, soft light',
  },
  optimistic: {
    side: 'positive',
    opposite: 'pessimistic',
    clear:
      'optimis*, bright side, looking up, will work out, going to work out, going to be great, will be fine, going to be fine, will be okay, going to be okay, better days, confident that, bright future, best is yet to come, in the right direction, good things are coming',
    faint: 'promising, confident*, progress, getting better, improving, i can do this, on track',
  },
  sad: {
    side: 'negative',
    opposite: 'content',
    clear:
      'sad, sadder, sadly, sadness, unhapp*, cry, cried, crying, cries, sobb*, grief, griev*, mourn*, heartbr*, broken heart, heartache, lonely, loneliness, miserabl*, depress*, passed away, funeral, devastat*, in tears, burst into tears, miss her, miss him, miss them, miss you, feel down, feeling down, felt down, feel low, feeling low, feel awful, feel bad, feeling bad, feels heavy',
    faint:
      'tears, hurt, hurts, lost, loss, alone, empty, goodbye, down, blue, low, broke up, died, awful, terrible, horrible, no one came',
  },
  anxious: {
    side: 'negative',
    opposite: 'calm',
    clear:
      'anxious*, anxiety, nervous*, panic*, on edge, dread, dreading, dreaded, overwhelm*, stressed, stressful, stressing, jitter*, heart is racing, heart was racing, heart racing, can’t breathe, can’t stop thinking, knot in my stomach, spiral*',
    faint: 'stress, pressure, restless*, tense, tension, uneasy, shaking, trembl*, racing thoughts, deadline*',
  },
  frustrated: {
    side: 'negative',
    opposite: 'calm',
    clear:
      'frustrat*, annoy*, irritat*, exasperat*, fed up, sick of, nothing works, nothing worked, keeps breaking, kept breaking, keeps crashing, kept crashing, drives me crazy, driving me crazy, getting nowhere, going nowhere, at my wits end, wasted hours',
    faint:
      'stuck, ugh, wasted, waste of time, again and again, bug, broken, blocked, argh, impossible, struggl*, ridiculous',
  },
  angry: {
    side: 'negative',
    opposite: 'calm',
    clear:
      'angry, angri*, anger*, furious*, fury, rage, raging, livid, enraged, outrag*, infuriat*, seething, mad at, so mad, pissed off, hate, hated, lost my temper, blood boil*, how dare',
    faint: 'mad, resent*, yelled, yelling, shouted, shouting, unfair*, slammed, insult*, betray*, rude, lied to me',
  },
  worried: {
    side: 'negative',
    opposite: 'calm',
    clear:
      'worry, worrying, worried, worries, concerned, concerning, afraid, scared, fear, fears, fearful*, frightened, what if, keeps me up at night, lie awake, lying awake, lay awake',
    faint: 'concern*, unsure, uncertain*, test results, risk*, bills, doubt*, not sure',
  },
  disappointed: {
    side: 'negative',
    opposite: 'content',
    clear:
      'disappoint*, let down, let me down, lets me down, underwhelm*, expected more, expected better, expected so much more, hoped for more, fell through, fell short, didn’t get the, did not get the, rejected, rejection, should have been better',
    faint: 'regret*, failed, failure, missed, cancelled, canceled, forgot, turned me down, fail, bad, sigh',
  },
  melancholic: {
    side: 'negative',
    opposite: 'content',
    clear:
      'melanchol*, nostalg*, wistful*, bittersweet, longing for, homesick*, gloom*, old photos, old photographs, those days are gone, long gone, the way things were, the way it was, keep remembering',
    faint: 'autumn, rain, rainy, used to, memories, faded, fading, years ago, yearn*, childhood, ache, grey, gray',
  },
  pessimistic: {
    side: 'negative',
    opposite: 'hopeful',
    clear:
      'pessimis*, hopeless*, pointless, no point, what’s the point, what is the point, doomed, doom, never get better, never gets better, never going to get better, nothing will change, nothing ever changes, nothing will ever, only get worse, only going to get worse, going to fail, will fail, no hope, no future, no use, never work out, bound to go wrong',
    faint: 'bleak, cynic*, useless, give up, giving up, worse, worst, why bother, futile',
  },
  calm: {
    side: 'neutral',
    opposite: 'anxious',
    clear:
      'calm, calmed, calmer, calming, calmly, calmness, relaxed, relaxing, composed, unwound, unwind*, meditat*, deep breath, deep breaths, level headed, unhurried, collected',
    faint: 'relax*, sooth*, breathe, breathed, breathing, slow, slowly, steady, tea, bath, yoga',
  },
  contemplative: {
    side: 'neutral',
    opposite: 'neutral',
    clear:
      'contemplat*, ponder*, reflecting, reflected on, reflect on, reflection, reflective, introspect*, mulling, musing, philosoph*, made me think, makes me think, thinking about what, thinking about how, thinking about who, wonder what, wonder why, wonder whether, wonder if, wondering, meaning of, what it means, keep thinking about, kept thinking about',
    faint:
      'think about, thinking about, thought about, realise*, realize*, realising, realizing, perspective, looking back, question*, considering, purpose',
  },
  neutral: {
    side: 'neutral',
    opposite: 'neutral',
    clear:
      'nothing special, nothing much, nothing happened, nothing to report, ordinary, uneventful, so so, average, meh, business as usual, same as usual, same as always, neither good nor bad, not good not bad',
    faint: 'okay, ok, fine, usual, normal, routine, alright, as always, regular',
  },
  tired: {
    side: 'neutral',
    opposite: 'energetic',
    clear:
      'tired, tiredness, exhaust*, sleepy, fatigue*, weary, weariness, worn out, wiped out, burned out, burnt out, burnout, drained, draining, drowsy, sluggish, no energy, out of energy, barely slept, hardly slept, didn’t sleep, did not sleep, couldn’t sleep, can’t keep my eyes open',
    faint: 'yawn*, nap, long day, sleep, slept badly, heavy, bed early, early to bed, need rest',
  },
  energetic: {
    side: 'neutral',
    opposite: 'tired',
    clear:
      'energetic, energi*, energy, full of energy, full of life, vigor*, vigour, invigorat*, unstoppable, fired up, ready to go, ready for anything, lively, pumped up, bursting with',
    faint:
      'active, productive, refreshed, awake, alive, workout, sprint*, ran, gym, motivated, get things done, got things done',
  },
};
