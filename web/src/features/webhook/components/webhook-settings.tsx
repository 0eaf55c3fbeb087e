import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Actions } from '../../../shared/ui/actions.tsx';
import { useChangeWebhook } from '../api/webhooks.ts';
import { useKindNames } from '../use-kind-names.ts';
import { chosenKinds, type Webhook } from '../webhook.rules.ts';
import { WebhookForm } from './webhook-form.tsx';
import classes from './webhook-settings.module.css';

/** Where a webhook sends what, with a form to change it. */
export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhook');
  const namesOf = useKindNames();
  const change = useChangeWebhook(webhook.id);
  const [isChanging, setIsChanging] = useState(false);
  const { url, description } = webhook;
  const kinds = chosenKinds(webhook);
  if (isChanging) {
    return (
      <WebhookForm
        initial={{ url, description, kinds }}
        action={t('save')}
        isPending={change.isPending}
        error={change.error}
        onSave={(fields) => change.mutate(fields, { onSuccess: () => setIsChanging(false) })}
      >
        <Button variant="subtle" onClick={() => setIsChanging(false)}>
          {t('cancel')}
        </Button>
      </WebhookForm>
    );
  }
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('url')}</dt>
          <dd>{url}</dd>
        </div>
        <div>
          <dt>{t('kindsLabel')}</dt>
          <dd>{namesOf(kinds)}</dd>
        </div>
      </dl>
      <Actions>
        <Button variant="outline" onClick={() => setIsChanging(true)}>
          {t('change')}
        </Button>
      </Actions>
    </>
  );
}
