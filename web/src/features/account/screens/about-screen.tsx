import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { configQuery } from '../../../app/session/queries.ts';
import { Logo } from '../../../shared/art/logo.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { usePersist, useStorage } from '../api/device.ts';
import { isInstalled, isIos } from '../push/push.ts';
import { useBytes } from '../use-bytes.ts';
import classes from './about-screen.module.css';

const HTTPS_BRINGS = ['offline', 'push', 'keep', 'copy'] as const;

/** This version, this device, and what would make it better. */
export function AboutScreen() {
  const t = useTranslations('account');
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <>
      <ScreenHeader title={t('menu.about')} />
      <Row gap={4} tone="accent" className={classes.brand}>
        <Logo size={56} />
        <div>
          <p className={classes.name}>meadow</p>
          <Muted>{t('about.version', { version: config.version })}</Muted>
        </div>
      </Row>
      <ThisDevice />
      {!window.isSecureContext && (
        <Section title={t('about.httpsTitle')} text={t('about.httpsText')} isCard>
          <Stack as="ul" gap={2} bullets>
            {HTTPS_BRINGS.map((gain) => (
              <li key={gain}>{t(`about.https.${gain}`)}</li>
            ))}
          </Stack>
        </Section>
      )}
      {!isInstalled() && (
        <Section title={t('about.installTitle')} text={t('about.installText')} isCard>
          <p>{t(isIos() ? 'about.installIos' : 'about.installOther')}</p>
        </Section>
      )}
      <Section title={t('about.more')} isCard>
        <ul className={classes.links}>
          <li>
            <a href="/docs">{t('about.docs')}</a>
          </li>
          <li>
            <a href="/openapi.json">{t('about.openapi')}</a>
          </li>
        </ul>
      </Section>
    </>
  );
}

function ThisDevice() {
  const t = useTranslations('account');
  const bytes = useBytes();
  const storage = useStorage();
  const persist = usePersist();
  if (storage === undefined || storage.usedBytes === null) return null;
  const isRefused = persist.isSuccess && !persist.data;
  return (
    <Section title={t('about.deviceTitle')} text={t('about.deviceText')} isCard>
      <List as="dl" className={classes.facts}>
        <Fact name={t('about.used')}>{bytes(storage.usedBytes)}</Fact>
        <Fact name={t('about.kept')}>{t(storage.isPersisted === true ? 'about.keptYes' : 'about.keptNo')}</Fact>
      </List>
      {storage.isPersisted === false && (
        <Button variant="outline" className={classes.keep} loading={persist.isPending} onClick={() => persist.mutate()}>
          {t('about.keep')}
        </Button>
      )}
      <Muted role="status">{isRefused && t('about.keepRefused')}</Muted>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
