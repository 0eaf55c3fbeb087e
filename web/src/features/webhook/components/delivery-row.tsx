import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Status } from '../../../shared/ui/status.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useReplay } from '../api/webhooks.ts';
import { useKindName } from '../use-kind-names.ts';
import { type Delivery, deliveryStateOf, readableJson, type Webhook } from '../webhook.rules.ts';
import { AttemptList } from './attempt-list.tsx';
import classes from './delivery-row.module.css';

const LOOKS = {
  pending: { kind: 'quiet', icon: 'clock' },
  retrying: { kind: 'problem', icon: 'retry' },
  delivered: { kind: 'good', icon: 'check' },
  failed: { kind: 'problem', icon: 'alert' },
  dropped: { kind: 'quiet', icon: 'minus' },
} as const satisfies Record<ReturnType<typeof deliveryStateOf>, object>;

/** An event that was sent, or is to be sent. Opened, it shows the attempts and the text. */
export function DeliveryRow({ delivery, webhook }: { delivery: Delivery; webhook: Webhook }) {
  const t = useTranslations('webhook.delivery');
  const format = useFormatter();
  const nameOf = useKindName();
  const { id, status, kind, is_replay: isReplay, created_at: createdAt, message_id: messageId, payload } = delivery;
  const state = deliveryStateOf(delivery);
  const at = format.dateTime(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <li>
      <details>
        <summary className={classes.summary}>
          <Stack as="span" grows breaks>
            <Text as="span" weight={500}>
              {nameOf(kind)}
            </Text>
            <Muted as="span">{isReplay ? t('replayed', { at }) : at}</Muted>
          </Stack>
          <Status {...LOOKS[state]}>{t(`states.${state}`)}</Status>
          <span className={classes.arrow}>
            <Icon name="chevron-down" size={16} />
          </span>
        </summary>
        <div className={classes.details}>
          {status === 'dropped' && <Muted>{t('droppedText')}</Muted>}
          <AttemptList delivery={delivery} />
          <div>
            <Muted>{t('payload')}</Muted>
            <pre className={classes.payload}>{readableJson(payload)}</pre>
          </div>
          <Muted size="xs" breaks>{`webhook-id: ${messageId}`}</Muted>
          {status !== 'pending' && webhook.status === 'active' && <ReplayButton webhookId={webhook.id} id={id} />}
        </div>
      </details>
    </li>
  );
}

function ReplayButton({ webhookId, id }: { webhookId: string; id: string }) {
  const t = useTranslations('webhook.delivery');
  const replay = useReplay(webhookId);
  return (
    <>
      <div role="status">{replay.isSuccess && <Muted>{t('replayQueued')}</Muted>}</div>
      <Problem error={replay.error} />
      <Button
        variant="outline"
        className={classes.button}
        leftSection={<Icon name="retry" size={20} />}
        loading={replay.isPending}
        onClick={() => replay.mutate(id)}
      >
        {t('replay')}
      </Button>
    </>
  );
}
