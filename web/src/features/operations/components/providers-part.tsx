import { useFormatter, useTranslations } from 'use-intl';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { type Health, PROVIDER_TONES, type Provider } from '../health.rules.ts';
import { Mark } from './mark.tsx';
import classes from './part.module.css';
import { Part } from './part.tsx';

const WORDS = {
  ok: 'providerOk',
  off: 'providerOff',
  incomplete: 'providerIncomplete',
  failing: 'providerFailing',
} as const;

/** The services that the server uses, as this node has seen them. */
export function ProvidersPart({ providers, now }: { providers: Health['providers']; now: Date }) {
  const t = useTranslations('operations.status');
  return (
    <Part title={t('providers')}>
      <Stack as="ul">
        {providers.map((provider) => (
          <ProviderRow key={provider.name} provider={provider} now={now} />
        ))}
      </Stack>
    </Part>
  );
}

function ProviderRow({ provider, now }: { provider: Provider; now: Date }) {
  const t = useTranslations('operations.status');
  const format = useFormatter();
  const { name, kind, host, status, guidance, breakers, last_failure: failure } = provider;
  const timeOf = (instant: string) => format.relativeTime(new Date(instant), now);
  return (
    <li className={classes.row}>
      <h3 className={classes.name}>{name}</h3>
      <Mark tone={PROVIDER_TONES[status]}>{t(WORDS[status])}</Mark>
      <Muted breaks>{host === null ? kind : `${kind}, ${host}`}</Muted>
      {guidance !== null && <Muted breaks>{guidance}</Muted>}
      {breakers.map(
        (breaker) =>
          breaker.since !== null && (
            <Muted breaks key={breaker.name}>
              {t('circuit', { name: breaker.name, time: timeOf(breaker.since) })}
            </Muted>
          ),
      )}
      {failure !== null && (
        <Muted breaks>{t('lastFailure', { time: timeOf(failure.at), reason: failure.reason })}</Muted>
      )}
    </li>
  );
}
