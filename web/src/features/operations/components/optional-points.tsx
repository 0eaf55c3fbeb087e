import { useTranslations } from 'use-intl';
import { OPTIONAL, type Setup, stateOf } from '../checklist.rules.ts';
import { Point } from './point.tsx';

const SHOWN = {
  ai: { icon: 'sprout', command: 'AI_API_KEY=\nAI_BASE_URL=https://api.openai.com/v1' },
  music: { icon: 'note', command: 'MUSIC_CLIENT_ID=\nMUSIC_CLIENT_SECRET=' },
  payments: { icon: 'drop', command: 'PAYMENT_API_KEY=\nPAYMENT_SIGNING_SECRET=\nPAYMENT_PRICE_IDS=' },
} as const;

/** What adds something, and what a server works without. */
export function OptionalPoints({ setup, now }: { setup: Setup; now: number }) {
  const t = useTranslations('operations.checklist');
  return OPTIONAL.map((point) => {
    const state = stateOf(point, setup, now);
    return (
      <Point
        key={point}
        icon={SHOWN[point].icon}
        title={t(`${point}.title`)}
        state={state}
        text={t(`${point}.${state === 'done' ? 'done' : 'off'}`)}
        {...(state !== 'done' && { command: SHOWN[point].command })}
      />
    );
  });
}
