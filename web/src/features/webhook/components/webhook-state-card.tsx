import { Button } from '@mantine/core';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useChangeWebhook, useTestWebhook } from '../api/webhooks.ts';
import { stateOf, type Webhook } from '../webhook.rules.ts';
import classes from './webhook-state-card.module.css';
import { WebhookStatus } from './webhook-status.tsx';

/** How a webhook is, and what can be done about it: test, pause, resume. */
export function WebhookStateCard({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const change = useChangeWebhook(webhook.id);
  const test = useTestWebhook(webhook.id);
  const isPaused = webhook.status === 'paused';
  const setStatus = (status: Webhook['status']) => change.mutate({ status });
  return (
    <Stack as="section" gap={3} items="start" surface="card" className={classes.card} aria-label={t('state')}>
      <WebhookStatus webhook={webhook} />
      <p role="status">
        <StateText webhook={webhook} />
      </p>
      <Text tone="accent" weight={500} role="status">
        {test.isSuccess && !isPaused && t('testSent')}
      </Text>
      <Problem error={test.error ?? change.error} />
      <Actions>
        {isPaused ? (
          <Button loading={change.isPending} onClick={() => setStatus('active')}>
            {t('resume')}
          </Button>
        ) : (
          <>
            <Button loading={test.isPending} onClick={() => test.mutate()}>
              {t('test')}
            </Button>
            <Button variant="outline" loading={change.isPending} onClick={() => setStatus('paused')}>
              {t('pause')}
            </Button>
          </>
        )}
      </Actions>
    </Stack>
  );
}

function StateText({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const format = useFormatter();
  const now = useNow();
  const ago = (instant: string | null) => format.relativeTime(new Date(instant ?? now), now);
  switch (stateOf(webhook)) {
    case 'active':
      return t('activeText');
    case 'failing':
      return t('failingText', { ago: ago(webhook.failing_since) });
    case 'paused':
      return t(`pausedText.${webhook.pause_reason ?? 'manual'}`, { ago: ago(webhook.paused_at) });
  }
}
