import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { meQuery } from '../../../app/session/queries.ts';
import { todayIn } from '../../../shared/days/today-in.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import type { Notification } from '../api/notification.ts';
import { iconOfKind } from '../kinds.ts';
import { decisionOf, dropOf, type Screen, screenOf } from '../target.rules.ts';
import { useNotificationText } from '../use-notification-text.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './notification-row.module.css';
import { ReceivedDrop } from './received-drop.tsx';

type NotificationRowProps = {
  notification: Notification;
  /** Whether it has just come back, so that the focus stays here. */
  hasFocus: boolean;
  onRead: () => void;
  onDelete: () => void;
};

export function NotificationRow({ notification, hasFocus, onRead, onDelete }: NotificationRowProps) {
  const t = useTranslations('notification');
  const format = useFormatter();
  const { title, text } = useNotificationText()(notification);
  const { data: me } = useSuspenseQuery(meQuery);
  const screen = screenOf(notification, todayIn(useZoneClock()));
  const isUnread = notification.read_at === null;
  // What is answered stays in sight until the screen is left.
  const [decision] = useState(() => decisionOf(notification, me));
  const dropId = dropOf(notification);
  const asks = decision !== null || dropId !== null;
  return (
    <article className={classes.row} data-unread={isUnread}>
      <Opening screen={screen} onRead={onRead}>
        <Picture notification={notification} />
        <Stack gap="hair" grows breaks>
          <span className={classes.title} dir="auto">
            {isUnread && <VisuallyHidden>{t('unreadMark')} </VisuallyHidden>}
            {title}
          </span>
          {text !== '' && (
            <span className={classes.text} dir="auto">
              {text}
            </span>
          )}
          <time className={classes.time} dateTime={notification.created_at}>
            {isUnread && <span className={classes.dot} />}
            {format.dateTime(new Date(notification.created_at), { hour: '2-digit', minute: '2-digit' })}
          </time>
          {decision !== null && (
            <DecisionButtons decision={decision} groupName={String(notification.data.group_name)} onAnswered={onRead} />
          )}
          {dropId !== null && <ReceivedDrop id={dropId} onRead={onRead} />}
        </Stack>
      </Opening>
      {isUnread && screen === null && !asks && (
        <ActionIcon className={classes.act} aria-label={t('markRead', { title })} onClick={onRead}>
          <Icon name="check" size={20} />
        </ActionIcon>
      )}
      <ActionIcon className={classes.act} aria-label={t('delete', { title })} autoFocus={hasFocus} onClick={onDelete}>
        <Icon name="close" size={20} />
      </ActionIcon>
    </article>
  );
}

type OpeningProps = { screen: Screen | null; onRead: () => void; children: ReactNode };

/** Leads to what the notification is about, if there is a screen for it. */
function Opening({ screen, onRead, children }: OpeningProps) {
  if (screen === null) return <div className={classes.open}>{children}</div>;
  return (
    <PathLink path={screen.path} search={screen.search} className={classes.open} onClick={onRead}>
      {children}
    </PathLink>
  );
}

/** The face of the user who caused it with the sign of the kind; the sign alone without one. */
function Picture({ notification: { actor, kind } }: { notification: Notification }) {
  const icon = iconOfKind(kind);
  if (actor === null) {
    return (
      <Sign isRound className={classes.sign}>
        <Icon name={icon} size={20} />
      </Sign>
    );
  }
  return (
    <span className={classes.face}>
      <Face name={actor.full_name} url={actor.avatar_url} size={44} />
      <span className={classes.corner}>
        <Icon name={icon} size={16} />
      </span>
    </span>
  );
}

/** Stands where a notification was, until the screen is left. */
export function DeletedRow({ notification, onUndo }: { notification: Notification; onUndo: () => void }) {
  const t = useTranslations('notification');
  const { title } = useNotificationText()(notification);
  return (
    <Row gap={3} tone="quiet" size="sm" className={classes.deleted}>
      <p role="status" dir="auto">
        {t('deleted', { title })}
      </p>
      <Button variant="subtle" autoFocus onClick={onUndo}>
        {t('undo')}
      </Button>
    </Row>
  );
}
