import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Today } from '../api/queries.ts';
import { Flower } from './flower.tsx';
import classes from './squad.module.css';

type SquadProps = { squad: NonNullable<Today['squad']>; userId: string };

/** The squad of the day: a flower for each who checked in. */
export function Squad({ squad: { members, team_color, chips }, userId }: SquadProps) {
  const t = useTranslations('today');
  const format = useFormatter();
  const done = members.filter(({ status }) => status === 'completed').length;
  return (
    <Section
      title={t('squad')}
      aside={`${t('squadCount', { done, count: members.length })}${chips > 0 && hasPlace('battle') ? ` · ${t('squadChips', { chips })}` : ''}`}
      isCard
    >
      <List data-team={team_color}>
        {members.map(({ id, full_name, avatar_url, status, opens_at, is_ai }) => {
          const time = opens_at && format.dateTime(new Date(opens_at), { hour: 'numeric', minute: '2-digit' });
          return (
            <Row as="li" key={id} gap={3} className={classes.member}>
              <Face name={full_name} url={avatar_url} size={44} />
              <Stack grows>
                <Text as="b" weight={600} breaks dir="auto">
                  {id === userId ? t('you') : full_name}
                </Text>
                <Muted as="span">
                  {status === 'completed' ? t('checkedIn') : time && t('from', { time })}
                  {is_ai && ` · ${t('synthetic')}`}
                </Muted>
              </Stack>
              {status === 'completed' ? <Flower size={28} /> : <span className={classes.bud} />}
            </Row>
          );
        })}
      </List>
    </Section>
  );
}
