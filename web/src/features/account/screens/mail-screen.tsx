import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { configQuery, meQuery } from '../../../app/session/queries.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useProfile, useReplaceJournalAddress } from '../api/profile.ts';
import classes from './mail-screen.module.css';

/** The address to which the user writes entries by email. */
export function MailScreen({ verifyFirst }: { verifyFirst: ReactNode }) {
  const t = useTranslations('account');
  const { inbound_address: address } = useProfile();
  const { data: config } = useSuspenseQuery(configQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  const mustVerify = me.is_email_verification_required && !me.profile.email_verified;
  const askForSignIn = useFreshSignIn();
  const clipboard = useClipboard({ timeout: 4_000 });
  const replace = useReplaceJournalAddress();
  const [isAsking, setIsAsking] = useState(false);
  const renew = () =>
    replace.mutate(undefined, {
      onSuccess: () => setIsAsking(false),
      onError: (error) => askForSignIn(error, renew),
    });
  return (
    <>
      <ScreenHeader title={t('menu.mail')} text={t('mail.text')} />
      <Section title={t('mail.address')} text={t('mail.addressText')} isCard>
        {/* Selected by a press, because a page over http cannot copy. */}
        <Text surface="sunk" weight={500} breaks className={classes.address}>
          {address}
        </Text>
        <Actions>
          {window.isSecureContext && (
            <Button
              leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={20} />}
              onClick={() => clipboard.copy(address)}
            >
              {t('mail.copy')}
            </Button>
          )}
          {mustVerify ? (
            verifyFirst
          ) : (
            <Button variant="outline" onClick={() => setIsAsking(true)}>
              {t('mail.renew')}
            </Button>
          )}
          <p role="status">{clipboard.copied && t('mail.copied')}</p>
        </Actions>
      </Section>
      {!config.services.mail && (
        <Text surface="honey" above={4} weight={500}>
          {t('mail.noServer')}
        </Text>
      )}
      <Section title={t('mail.howTitle')} isCard>
        <Stack as="ul" gap={2} bullets>
          <li>{t('mail.howTitleLine')}</li>
          <li>{t('mail.howPrivate')}</li>
          <li>{t('mail.howLimit')}</li>
        </Stack>
      </Section>
      <Confirm
        isOpen={isAsking}
        title={t('mail.renewTitle')}
        text={t('mail.renewText')}
        action={t('mail.renewConfirm')}
        isPending={replace.isPending}
        error={replace.error}
        onConfirm={renew}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
