import { useTranslations } from 'use-intl';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { MOODS, moodOf } from '../../../shared/mood/moods.ts';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { usePerson } from '../person.tsx';
import type { Tone } from '../tone.ts';
import { usePercent } from '../use-percent.ts';
import classes from './mood-field.module.css';

type MoodFieldProps = {
  mood: string | null;
  /** What the text was read to say when it was saved. */
  tone: Tone | null;
  onChange: (mood: string | null) => void;
};

/** The twenty moods. None chosen lets the text say. */
export function MoodField({ mood, tone, onChange }: MoodFieldProps) {
  const t = useTranslations('journal');
  const nameOf = useMoodName();
  const percent = usePercent();
  const { isAiOn } = usePerson();
  const isOwnWord = mood !== null && moodOf(mood) === null;
  return (
    <fieldset>
      <Text as="legend" weight={600}>
        {t('mood')}
      </Text>
      <div className={classes.moods}>
        {MOODS.map((known) => (
          <button
            key={known}
            type="button"
            className={classes.mood}
            aria-pressed={mood?.toLowerCase() === known}
            onClick={() => onChange(mood?.toLowerCase() === known ? null : known)}
          >
            <MoodFlower mood={known} size={22} />
            <span>{nameOf(known)}</span>
          </button>
        ))}
      </div>
      <Muted above={2}>
        {isOwnWord && t('moodOwnWord', { mood })}
        {mood === null &&
          tone !== null &&
          t('moodReadsAs', { mood: nameOf(tone.primaryTone), share: percent(tone.confidence) })}
        {mood === null && tone === null && t(isAiOn ? 'moodFromText' : 'moodOptional')}
      </Muted>
    </fieldset>
  );
}
