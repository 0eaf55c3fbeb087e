import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { NewSecret } from '../../../shared/ui/new-secret.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { useCreateWebhook } from '../api/webhooks.ts';
import { WebhookForm } from '../components/webhook-form.tsx';

/** Creates a webhook, and shows its secret once. */
export function NewWebhookScreen() {
  const t = useTranslations('webhook');
  const create = useCreateWebhook();
  const askForSignIn = useFreshSignIn();
  const save = (webhook: Parameters<typeof create.mutate>[0]) =>
    create.mutate(webhook, { onError: (error) => askForSignIn(error, () => save(webhook)) });
  return (
    <>
      <ScreenHeader title={t('newTitle')} />
      {create.isSuccess ? (
        <NewSecret title={t('secretTitle')} text={t('secretText')} secret={create.data.secret} hint={t('secretHint')}>
          <ButtonLink to="/me/webhooks/$webhookId" params={{ webhookId: create.data.webhook.id }}>
            {t('secretKept')}
          </ButtonLink>
        </NewSecret>
      ) : (
        <WebhookForm
          initial={{ url: '', description: '', kinds: [] }}
          action={t('create')}
          isPending={create.isPending}
          error={needsFreshSignIn(create.error) ? null : create.error}
          onSave={save}
        >
          <ButtonLink to="/me/webhooks" variant="subtle">
            {t('cancel')}
          </ButtonLink>
        </WebhookForm>
      )}
    </>
  );
}
