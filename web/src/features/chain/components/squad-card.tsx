import { useTranslations } from 'use-intl';
import { Flower } from '../../../shared/art/flower.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { type Neighbour, standingOf, type Today } from '../line.rules.ts';
import classes from './squad-card.module.css';

type SquadCardProps = {
  squad: NonNullable<Today['squad']>;
  userId: string;
  now: Date;
  /** The room of the squad of today. Null while it is not known. */
  room: string | null;
  /** Whether the user can check in now. */
  canCheckIn: boolean;
};

/** The squad of the day as tiles: lit for each who checked in. */
export function SquadCard({ squad: { members, team_color }, userId, now, room, canCheckIn }: SquadCardProps) {
  const t = useTranslations('chain');
  const done = members.filter(({ status }) => status === 'completed').length;
  return (
    <section className={classes.card} data-surface="night" data-team={team_color} aria-label={t('squad')}>
      <Row justify="between" align="baseline">
        <Text as="h2" size="lg" weight={600}>
          {t('squad')}
        </Text>
        <Muted as="span">{t('squadCount', { done, count: members.length })}</Muted>
      </Row>
      <ul className={classes.tiles}>
        {members.map((member) => (
          <Tile key={member.id} member={member} isOwn={member.id === userId} now={now} />
        ))}
      </ul>
      <Stack gap={2}>
        {canCheckIn && (
          <ButtonLink to="/check-in" className={classes.main} leftSection={<Icon name="camera" size={20} />}>
            {t('checkIn')}
          </ButtonLink>
        )}
        {room !== null && (
          <ButtonLink to="/chat/$room" params={{ room }} variant="outline" leftSection={<Icon name="chat" size={20} />}>
            {t('squadChat')}
          </ButtonLink>
        )}
      </Stack>
    </section>
  );
}

function Tile({ member, isOwn, now }: { member: Neighbour; isOwn: boolean; now: Date }) {
  const t = useTranslations('chain');
  const format = useFormatter();
  const { full_name: name, avatar_url: url, opens_at, is_ai: isSynthetic } = member;
  const standing = standingOf(member, now);
  const opens = opens_at === null ? '' : format.dateTime(new Date(opens_at), { hour: 'numeric', minute: '2-digit' });
  const isLit = standing === 'done';
  return (
    <Stack as="li" items="center" content="start" className={classes.member}>
      <span className={classes.tile} data-is-lit={isLit}>
        <Face name={name} url={url} size={56} />
        {isLit && (
          <span className={classes.flower}>
            <Flower size={28} />
          </span>
        )}
      </span>
      <Text as="b" size="sm" weight={600} above={2} breaks dir="auto">
        {isOwn ? t('you') : name}
      </Text>
      <Muted as="span">
        {t(`tile.${standing}`, { opens })}
        {isSynthetic && ` · ${t('synthetic')}`}
      </Muted>
    </Stack>
  );
}
