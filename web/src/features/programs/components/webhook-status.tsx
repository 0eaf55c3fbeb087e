import { useTranslations } from 'use-intl';
import { stateOf, type Webhook } from '../webhook.rules.ts';
import { Status } from './status.tsx';

const LOOKS = {
  active: { kind: 'good', icon: 'check' },
  failing: { kind: 'problem', icon: 'alert' },
  paused: { kind: 'quiet', icon: 'minus' },
} as const;

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('programs.webhooks.states');
  const state = stateOf(webhook);
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}
