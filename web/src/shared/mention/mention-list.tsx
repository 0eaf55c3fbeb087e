import { useTranslations } from 'use-intl';
import { Face } from '../ui/face.tsx';
import { Row } from '../ui/row.tsx';
import classes from './mention-list.module.css';
import type { MentionState } from './use-mentions.ts';

export const MENTION_LIST_ID = 'mentions';
export const mentionOptionId = (index: number) => `${MENTION_LIST_ID}-${index}`;

/** The users that can be mentioned, above their field or its toolbar. The field keeps the focus. */
export function MentionList({ mentions }: { mentions: MentionState }) {
  const t = useTranslations('mention');
  const { isOpen, users, active, choose, isSearched, isError } = mentions;
  if (!isOpen) return null;
  if (users.length === 0) {
    return (
      <p className={`${classes.list} ${classes.help}`} role="status">
        {t(isError ? 'offline' : isSearched ? 'none' : 'help')}
      </p>
    );
  }
  return (
    <div id={MENTION_LIST_ID} className={classes.list} role="listbox" aria-label={t('users')}>
      {users.map((user, index) => (
        <Row
          key={user.id}
          id={mentionOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          gap={3}
          breaks
          className={classes.user}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            choose(index);
          }}
        >
          <Face name={user.full_name} url={user.avatar_url} />
          <bdi>{user.full_name}</bdi>
        </Row>
      ))}
    </div>
  );
}
