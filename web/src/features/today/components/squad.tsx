import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import type { Today } from '../api/queries.ts';
import { Flower } from './flower.tsx';
import classes from './squad.module.css';

type SquadProps = { squad: NonNullable<Today['squad']>; userId: string };

/** The squad of the day: a flower for each who checked in. */
export function Squad({ squad: { members, team_color }, userId }: SquadProps) {
  const t = useTranslations('today');
  const format = useFormatter();
  const done = members.filter(({ status }) => status === 'completed').length;
  return (
    <Section title={t('squad')} aside={t('squadCount', { done, count: members.length })} isCard>
      <ul className={classes.members} data-team={team_color}>
        {members.map(({ id, full_name, avatar_url, status, opens_at, is_ai }) => {
          const time = opens_at && format.dateTime(new Date(opens_at), { hour: 'numeric', minute: '2-digit' });
          return (
            <li key={id} className={classes.member}>
              <Face name={full_name} url={avatar_url} size={44} />
              <div className={classes.words}>
                <b className={classes.name} dir="auto">
                  {id === userId ? t('you') : full_name}
                </b>
                <span className={classes.status}>
                  {status === 'completed' ? t('checkedIn') : time && t('from', { time })}
                  {is_ai && ` · ${t('synthetic')}`}
                </span>
              </div>
              {status === 'completed' ? <Flower size={28} /> : <span className={classes.bud} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
