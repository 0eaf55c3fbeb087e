import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { useMcpConsent } from '../api/consent.ts';
import { ConnectSteps } from '../components/connect-steps.tsx';

/** Allows MCP clients to use the journal. `tokens` are those that MCP clients can use; null if there are none. */
export function McpScreen({ tokens }: { tokens: ReactNode }) {
  const t = useTranslations('mcp');
  const { isOn, error, change } = useMcpConsent();
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
      {tokens !== null && (
        <Section
          title={t('tokensTitle')}
          text={t('tokensText')}
          aside={<PathLink path="/me/tokens">{t('allTokens')}</PathLink>}
          isCard
        >
          {tokens}
        </Section>
      )}
    </>
  );
}
