import { Switch } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useChangeConsent } from '../api/consent.ts';
import classes from './consent-card.module.css';

type Provider = { host: string; model: string } | null;

export type ConsentCardProps = {
  isReading: boolean;
  isWriting: boolean;
  provider: Provider;
  daysRead: number;
  maxEntries: number;
};

const POINTS = [
  { icon: 'eye', title: 'readTitle', text: 'readText' },
  { icon: 'share', title: 'sentTitle', text: 'sentText' },
  { icon: 'lock', title: 'seenTitle', text: 'seenText' },
  { icon: 'close', title: 'stopTitle', text: 'stopText' },
] as const satisfies readonly { icon: IconName; title: string; text: string }[];

const SWITCH = { body: classes.switch ?? '', labelWrapper: classes.label ?? '' };

/** What is read, who gets it, and how to stop: all before the switch, on one screen. */
export function ConsentCard({ isReading, isWriting, provider, daysRead, maxEntries }: ConsentCardProps) {
  const t = useTranslations('assistant');
  const change = useChangeConsent();
  const pending = change.isPending ? change.variables : {};
  const facts = { days: daysRead, count: maxEntries, host: provider?.host ?? '', model: provider?.model ?? '' };
  return (
    <Stack as="section" gap={5} surface="card" aria-label={t('consent')}>
      <ul className={classes.points}>
        {POINTS.map(({ icon, title, text }) => (
          <li key={title}>
            <Sign kind="accent" size={40} isRound>
              <Icon name={icon} size={20} />
            </Sign>
            <div>
              <Text as="h2" weight={600}>
                {t(title)}
              </Text>
              <Text tone="quiet" breaks>
                {text === 'sentText' && provider === null ? t('sentNone') : t(text, facts)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      <Stack gap={4} ruled={5}>
        <Switch
          label={t('mayRead')}
          description={t('mayReadHelp')}
          labelPosition="left"
          classNames={SWITCH}
          checked={pending.read_notes_enabled ?? isReading}
          onChange={(event) => change.mutate({ read_notes_enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('mayWrite')}
          description={t('mayWriteHelp')}
          labelPosition="left"
          classNames={SWITCH}
          checked={pending.check_in_enabled ?? isWriting}
          disabled={!isReading}
          onChange={(event) => change.mutate({ check_in_enabled: event.currentTarget.checked })}
        />
      </Stack>
      <Problem error={change.error} />
    </Stack>
  );
}
