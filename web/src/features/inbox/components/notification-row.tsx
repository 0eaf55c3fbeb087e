import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { PathLink, useHasRoute } from '../../../shared/ui/path-link.tsx';
import type { Notification } from '../api/notification.ts';
import { iconOfKind } from '../kinds.ts';
import { screenOf } from '../target.rules.ts';
import { useNotificationText } from '../use-notification-text.ts';
import classes from './notification-row.module.css';

type NotificationRowProps = {
  notification: Notification;
  /** Whether it has just come back, so that the focus stays here. */
  hasFocus: boolean;
  onRead: () => void;
  onDelete: () => void;
};

export function NotificationRow({ notification, hasFocus, onRead, onDelete }: NotificationRowProps) {
  const t = useTranslations('inbox');
  const format = useFormatter();
  const { title, text } = useNotificationText()(notification);
  const isUnread = notification.read_at === null;
  return (
    <article className={classes.row} data-unread={isUnread}>
      <Opening notification={notification} onRead={onRead}>
        <Picture notification={notification} />
        <span className={classes.words}>
          <span className={classes.title} dir="auto">
            {isUnread && <VisuallyHidden>{t('unreadMark')} </VisuallyHidden>}
            {title}
          </span>
          <span className={classes.text} dir="auto">
            {text}
          </span>
          <time className={classes.time} dateTime={notification.created_at}>
            {isUnread && <span className={classes.dot} />}
            {format.dateTime(new Date(notification.created_at), { hour: '2-digit', minute: '2-digit' })}
          </time>
        </span>
      </Opening>
      <ActionIcon
        className={classes.delete}
        aria-label={t('delete', { title })}
        autoFocus={hasFocus}
        onClick={onDelete}
      >
        <Icon name="close" size={20} />
      </ActionIcon>
    </article>
  );
}

type OpeningProps = Pick<NotificationRowProps, 'notification' | 'onRead'> & { children: ReactNode };

/** Leads to what the notification is about. Where this client has no screen for it, a click only marks it as read. */
function Opening({ notification, onRead, children }: OpeningProps) {
  const hasRoute = useHasRoute();
  const screen = screenOf(notification);
  if (screen !== null && hasRoute(screen.route)) {
    return (
      <PathLink path={screen.path} className={classes.open} onClick={onRead}>
        {children}
      </PathLink>
    );
  }
  if (notification.read_at !== null) return <div className={classes.open}>{children}</div>;
  return (
    <button type="button" className={classes.open} onClick={onRead}>
      {children}
    </button>
  );
}

/** The face of the user who caused it with the sign of the kind; the sign alone without one. */
function Picture({ notification: { actor, kind } }: { notification: Notification }) {
  const icon = iconOfKind(kind);
  if (actor === null) {
    return (
      <span className={classes.sign}>
        <Icon name={icon} size={20} />
      </span>
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
  const t = useTranslations('inbox');
  const { title } = useNotificationText()(notification);
  return (
    <div className={classes.deleted}>
      <p role="status" dir="auto">
        {t('deleted', { title })}
      </p>
      <Button variant="subtle" autoFocus onClick={onUndo}>
        {t('undo')}
      </Button>
    </div>
  );
}
