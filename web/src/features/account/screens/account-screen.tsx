import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Actions } from '../../../shared/ui/actions.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { DeleteAccountForm } from '../components/delete-account-form.tsx';
import classes from './account-screen.module.css';

/** How to leave for good. */
export function AccountScreen() {
  const t = useTranslations('account');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ScreenHeader title={t('menu.delete')} text={t('deletion.text')} />
      <Section title={t('deletion.title')} isCard>
        <Stack as="ul" gap={2} bullets>
          <li>{t('deletion.hidden')}</li>
          <li>{t('deletion.erased')}</li>
          <li>{t('deletion.kept')}</li>
        </Stack>
        <Actions>
          <ButtonLink to="/me/export" variant="outline">
            {t('deletion.exportFirst')}
          </ButtonLink>
          {!isAsking && (
            <Button variant="subtle" className={classes.danger} onClick={() => setIsAsking(true)}>
              {t('deletion.begin')}
            </Button>
          )}
        </Actions>
        {isAsking && <DeleteAccountForm onCancel={() => setIsAsking(false)} />}
      </Section>
    </>
  );
}
