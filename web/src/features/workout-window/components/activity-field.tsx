import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { ACTIVITIES, useActivityName } from '../../../shared/workout/activity.ts';
import type { Fields } from '../window.rules.ts';
import classes from './activity-field.module.css';

const MAX_NAME_LENGTH = 100;

type ActivityFieldProps = {
  fields: Pick<Fields, 'activity' | 'name'>;
  /** What is wrong with the name. */
  error: string | null;
  onChange: (change: Partial<Fields>) => void;
};

/** What the two hours are for, in the words of the user where none fits. */
export function ActivityField({ fields: { activity, name }, error, onChange }: ActivityFieldProps) {
  const t = useTranslations('workout-window');
  const nameOf = useActivityName();
  const options = ACTIVITIES.map((value) => {
    const named = { activity_type: value, custom_activity: null };
    return { value, label: nameOf.word(named), picture: <Icon name={nameOf.icon(named)} /> };
  });
  return (
    <Section title={t('activity')}>
      <div className={classes.tiles}>
        <Choices
          areTiles
          label={t('activity')}
          options={options}
          value={activity}
          onChange={(value) => onChange({ activity: value })}
        />
      </div>
      {activity === 'other' && (
        <TextField
          mt="md"
          label={t('ownWords')}
          value={name}
          limit={MAX_NAME_LENGTH}
          error={error}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
    </Section>
  );
}
