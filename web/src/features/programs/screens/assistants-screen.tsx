import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { useAssistantConsent } from '../api/consent.ts';
import { type PersonalToken, tokensQuery } from '../api/queries.ts';
import { ConnectSteps } from '../components/connect-steps.tsx';
import rows from '../components/rows.module.css';
import { isForAssistants } from '../scopes.rules.ts';
import { useScopeNames } from '../use-scope-names.ts';

/** Lets assistants of others into the journal, by the Model Context Protocol (MCP). */
export function AssistantsScreen() {
  const t = useTranslations('programs.assistants');
  const { data: tokens } = useSuspenseQuery(tokensQuery);
  const { isOn, error, change } = useAssistantConsent();
  const usable = tokens.filter((token) => !token.is_expired && isForAssistants(token.scopes));
  return (
    <>
      <ScreenHeader title={t('title')} text={t('text')} />
      <Section title={t('consentTitle')} text={t('consentText')} isCard>
        <SwitchRow label={t('consent')} text={t(isOn ? 'on' : 'off')} isOn={isOn} onChange={change} />
        <Problem error={error} isSpaced />
      </Section>
      <Section title={t('connectTitle')} isCard>
        <ConnectSteps />
      </Section>
      {usable.length > 0 && (
        <Section
          title={t('tokensTitle')}
          text={t('tokensText')}
          aside={<PathLink path="/me/tokens">{t('allTokens')}</PathLink>}
          isCard
        >
          <ul>
            {usable.map((token) => (
              <UsableToken key={token.id} token={token} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function UsableToken({ token: { name, scopes, last_used_at: lastUsedAt } }: { token: PersonalToken }) {
  const t = useTranslations('programs.tokens');
  const format = useFormatter();
  const now = useNow();
  const namesOf = useScopeNames();
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <p className={rows.name} dir="auto">
          {name}
        </p>
        <p className={rows.what}>{namesOf(scopes)}</p>
        <p className={rows.when}>
          {lastUsedAt === null ? t('neverUsed') : t('used', { ago: format.relativeTime(new Date(lastUsedAt), now) })}
        </p>
      </div>
    </li>
  );
}
