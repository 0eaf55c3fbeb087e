import type { Tone } from '#sandbox/ai/lexicon.ts';

/** A sample entry; without a mood, the tone of the text is analysed as for any other entry. `photo` is painted in its tone. `time`: when the text
 * says so, by the clock of its author. */
export type SampleText = {
  title: string;
  content: string;
  mood?: string;
  tags: readonly string[];
  photo?: Tone;
  time?: string;
};

/** What the people to look at first have written, oldest first. */
export const STORIES: Readonly<Record<string, { notebook: string; entries: readonly SampleText[] }>> = {
  Ada: {
    notebook: 'Morning runs',
    entries: [
      {
        title: 'Shoes by the door',
        content: 'I put my shoes next to the door so that I have no excuse. I feel hopeful, and a little silly.',
        tags: ['running'],
      },
      {
        title: 'Back on the path',
        content: 'First run in weeks. My legs are tired, but I am proud and happy that I went.',
        tags: ['running'],
        photo: 'hopeful',
      },
      {
        title: 'Rain',
        content: 'It rained all morning and I was frustrated that I had to turn around.',
        tags: ['running', 'weather'],
      },
      {
        title: 'Five kilometres',
        content: 'Five kilometres without stopping! I am so excited, I could dance.',
        tags: ['running', 'milestone'],
      },
      {
        title: 'A letter from Ben',
        content: 'Ben wrote to me after my run. I am grateful to have a friend who notices.',
        tags: ['friends'],
        photo: 'grateful',
      },
      {
        title: 'Riverside Runners',
        content:
          'Twelve of us now. I started this to get out of bed, and today eleven people waited for me. Overjoyed.',
        tags: ['running', 'friends'],
      },
      {
        title: 'Quiet morning',
        time: '07:20',
        content:
          'The river was still and so was I. A very calm, peaceful hour before work.\n\n' +
          'Three herons stood on the weir and did not mind me. I ran to the second bridge and walked back. Ben says that walking back is allowed.',
        tags: ['running'],
        photo: 'peaceful',
      },
    ],
  },
  Ben: {
    notebook: 'Nights',
    entries: [
      {
        title: 'Three hours of sleep',
        content: 'I am exhausted. Tired in the bones. She smiled at me at four, though.',
        tags: ['family'],
      },
      {
        title: 'First laugh',
        content: 'She laughed today and I was overjoyed. I have not been this happy in years.',
        tags: ['family', 'milestone'],
      },
      {
        title: 'Back to work on Monday',
        content: 'I worry about Monday. What if I miss something? I feel anxious and a little sad.',
        tags: ['work'],
      },
      {
        title: 'It went well',
        content: 'The day I was afraid of was fine. I am relieved and hopeful about the weeks to come.',
        tags: ['work'],
      },
    ],
  },
  Chloe: {
    notebook: 'Studio',
    entries: [
      {
        title: 'Blue, again',
        content: 'I painted over yesterday’s canvas. Disappointed, but I know why it failed.',
        tags: ['painting'],
      },
      {
        title: 'What the sea looks like from memory',
        content: 'I sat and thought about what we remember of places. It was a long, contemplative afternoon.',
        tags: ['painting'],
      },
      {
        title: 'Noise',
        content: 'The neighbours drilled all day. I am angry, and the light was perfect too.',
        tags: ['home'],
      },
      {
        title: 'Sold',
        content: 'A stranger bought the blue one! I am so excited that I keep looking at the empty wall.',
        tags: ['painting', 'milestone'],
      },
    ],
  },
  Wanda: {
    notebook: 'Field notes',
    entries: [
      {
        title: 'Thirty pendulums',
        content:
          'My class timed thirty pendulums at once. Chaos, and then a straight line on the board. I was so happy.',
        tags: ['school', 'lab'],
      },
      {
        title: 'The candle that no one believes',
        content: 'They would not believe that the flame needs the jar to be open. We did it four times. Energetic day.',
        tags: ['school', 'lab'],
      },
      {
        title: 'Report cards',
        content: 'Forty report cards and a headache. I am tired and worried about two of them.',
        tags: ['school'],
      },
    ],
  },
  Hana: {
    notebook: 'One breath',
    entries: [
      {
        title: 'Day one hundred',
        content: 'A hundred mornings in a row. I sat, I breathed, and I feel calm and content.',
        tags: ['meditation', 'milestone'],
      },
      {
        title: 'Typhoon warning',
        content: 'The windows shook and I sat anyway. Anxious at first, peaceful at the end.',
        tags: ['meditation', 'weather'],
      },
    ],
  },
};

/** What the others draw from; a mood stands with each, so that forty journals are written in a moment. */
export const EVERYDAY: readonly SampleText[] = [
  {
    title: 'Slow start',
    content: 'Two cups of coffee before I could think. It got better.',
    mood: 'tired',
    tags: ['morning'],
  },
  {
    title: 'A long walk',
    content: 'Walked home instead of taking the train. Found a bakery I never saw.',
    mood: 'content',
    tags: ['walk'],
  },
  {
    title: 'Mum called',
    content: 'She told me the same story twice and I let her. I miss home.',
    mood: 'melancholic',
    tags: ['family'],
  },
  {
    title: 'New record',
    content: 'Lifted more than ever, and I did not even plan to.',
    mood: 'excited',
    tags: ['training', 'milestone'],
  },
  {
    title: 'Everything late',
    content: 'Missed the bus, missed the meeting, missed lunch.',
    mood: 'frustrated',
    tags: ['work'],
  },
  {
    title: 'The first frost',
    content: 'The whole park was white at seven. No one there but a dog.',
    mood: 'peaceful',
    tags: ['weather'],
  },
  {
    title: 'A page a day',
    content: 'Read ten pages before sleep, for the ninth day. The book is getting good.',
    mood: 'content',
    tags: ['reading'],
  },
  {
    title: 'Exam in a week',
    content: 'I know more than last week. I still dream of empty sheets.',
    mood: 'anxious',
    tags: ['school'],
  },
  {
    title: 'Soup',
    content: 'Cooked for six, four came, we ate it all. I want to do this every month.',
    mood: 'grateful',
    tags: ['friends'],
  },
  {
    title: 'Said no',
    content: 'I said no to a project that would have eaten my evenings. It felt strange and right.',
    mood: 'hopeful',
    tags: ['work'],
  },
  {
    title: 'Old photos',
    content: 'Sorted a box of photos. We were so young, and so badly dressed.',
    mood: 'contemplative',
    tags: ['family'],
  },
  { title: 'Headache', content: 'A day in the dark. Tomorrow again.', mood: 'tired', tags: ['health'] },
  {
    title: 'The kids next door',
    content: 'They drew a map of the street and put me in it.',
    mood: 'joyful',
    tags: ['home'],
  },
  {
    title: 'Missed my window',
    content: 'I let the chain down today. I will set an alarm.',
    mood: 'disappointed',
    tags: ['training'],
  },
  {
    title: 'Back in',
    content: 'Did my two hours and passed it on. It is odd how much that helps.',
    mood: 'energetic',
    tags: ['training'],
  },
  {
    title: 'Quiet Sunday',
    content: 'Nothing planned, nothing done, nothing missing.',
    mood: 'calm',
    tags: ['weekend'],
  },
  {
    title: 'A hard talk',
    content: 'We talked about the thing we never talk about. No one shouted.',
    mood: 'hopeful',
    tags: ['family'],
  },
  {
    title: 'News',
    content: 'Read too much of it. Closed the laptop and went outside.',
    mood: 'worried',
    tags: ['home'],
  },
  {
    title: 'The cat is back',
    content: 'Three days away, and she walks in as if she paid the rent.',
    mood: 'joyful',
    tags: ['home'],
  },
  {
    title: 'Half a marathon',
    content: 'Twenty-one kilometres, in my own time. I cried at the end, but that is a secret.',
    mood: 'grateful',
    tags: ['training', 'milestone'],
  },
  { title: 'Bread, attempt four', content: 'It rose. It actually rose.', mood: 'excited', tags: ['cooking'] },
  {
    title: 'Money',
    content: 'Went through the numbers. It will work if I stop pretending about the car.',
    mood: 'pessimistic',
    tags: ['home'],
  },
  {
    title: 'A compliment',
    content: 'My manager said a kind thing in front of the whole team. I keep hearing it.',
    mood: 'optimistic',
    tags: ['work'],
  },
  {
    title: 'Nothing much',
    content: 'An ordinary day. I write it down so that I know there were some.',
    mood: 'neutral',
    tags: ['home'],
  },
];

/** What people send each other. */
export const DROPS: readonly string[] = [
  'You made it, three days in a row. I see you.',
  'Your morning made mine better.',
  'Rest is part of it. See you tomorrow.',
  'Five kilometres! I told the whole office.',
  'That photo. I could smell the rain.',
  'I was about to skip, then your turn came before mine.',
  'You wrote what I could not say.',
  'One more day, and then one more.',
];
