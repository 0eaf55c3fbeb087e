import { useTranslations } from 'use-intl';
import { Status } from '../../../shared/ui/status.tsx';
import { stateOf, type Webhook } from '../webhook.rules.ts';

const LOOKS = {
  active: { kind: 'good', icon: 'check' },
  failing: { kind: 'problem', icon: 'alert' },
  paused: { kind: 'quiet', icon: 'minus' },
} as const;

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhook.states');
  const state = stateOf(webhook);
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}
