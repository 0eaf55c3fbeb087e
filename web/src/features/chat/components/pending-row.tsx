import { Button, VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOutbox } from '../../../app/outbox/outbox-provider.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { toWriting } from '../../../shared/mention/mention.rules.ts';
import { Cluster, Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Pending } from '../rows.rules.ts';
import classes from './message-row.module.css';
import { MessageText } from './message-text.tsx';

type PendingRowProps = {
  pending: Pending;
  isGroupStart: boolean;
  userId: string;
  /** Puts the text back into the field. Null without a field. */
  onTakeBack: ((content: string) => void) | null;
};

/** An own message that is not at the server yet, with what the user can do if it was refused. */
export function PendingRow({ pending, isGroupStart, userId, onTakeBack }: PendingRowProps) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const outbox = useOutbox();
  const { key, content, state, reason, queuedAt } = pending;
  const mentions = [...toWriting(content).mentions].map(([name, id]) => ({ user_id: id, name }));
  const isFailed = state === 'failed';

  return (
    <Row as="article" gap={2} align="start" className={classes.message} data-own data-start={isGroupStart}>
      <div className={classes.bubble} data-state={state}>
        <VisuallyHidden>{t('you')}</VisuallyHidden>
        <div className={classes.line}>
          <MessageText content={content} mentions={mentions} userId={userId} />
          <span className={classes.time}>
            <Icon name={isFailed ? 'alert' : 'clock'} size={16} />
            {state === 'sending' ? (
              <>
                {format.dateTime(queuedAt, { hour: '2-digit', minute: '2-digit' })}
                <VisuallyHidden>{t('sending')}</VisuallyHidden>
              </>
            ) : (
              t(isFailed ? 'failed' : 'waiting')
            )}
          </span>
        </div>
        {isFailed && (
          <Stack gap={2} size="sm" className={classes.problem}>
            <Text tone="warn" breaks role="alert">
              {reason}
            </Text>
            <Cluster gap={2}>
              <Button onClick={() => void outbox.retry(key)}>{t('retry')}</Button>
              {onTakeBack !== null && (
                <Button variant="outline" onClick={() => void outbox.cancel(key).then(() => onTakeBack(content))}>
                  {t('takeBack')}
                </Button>
              )}
            </Cluster>
          </Stack>
        )}
      </div>
    </Row>
  );
}
