import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { CheckList } from '../../../shared/ui/check-list.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { NewWebhook } from '../api/webhooks.ts';
import { isUrl, KINDS_BY_GROUP, keyOf, MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH } from '../webhook.rules.ts';

type Fields = Required<NewWebhook>;

type WebhookFormProps = {
  initial: Fields;
  action: string;
  isPending: boolean;
  error: unknown;
  onSave: (fields: Fields) => void;
  /** How to leave it. */
  children: ReactNode;
};

const URL_ID = 'webhook-url';
const KINDS_ID = 'webhook-kinds';

/** Where events are sent, and which ones. */
export function WebhookForm({ initial, action, isPending, error, onSave, children }: WebhookFormProps) {
  const t = useTranslations('webhook');
  const form = useForm<Fields>({
    initialValues: initial,
    validate: {
      url: (url) => (isUrl(url.trim()) ? null : t('urlInvalid')),
      kinds: (kinds) => (kinds.length === 0 ? t('kindsMissing') : null),
    },
    onSubmitPreventDefault: 'always',
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ url, description, kinds }) => onSave({ url: url.trim(), description: description.trim(), kinds }),
        (errors) => document.getElementById(errors.url === undefined ? KINDS_ID : URL_ID)?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextField
          id={URL_ID}
          type="url"
          label={t('url')}
          description={t('urlText')}
          placeholder="https://"
          limit={MAX_URL_LENGTH}
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('url')}
        />
        <TextField
          label={t('description')}
          description={t('descriptionText')}
          limit={MAX_DESCRIPTION_LENGTH}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <CheckList
          id={KINDS_ID}
          label={t('kindsLabel')}
          description={t('kindsText')}
          groups={KINDS_BY_GROUP.map(({ group, kinds }) => ({
            title: t(`kindGroups.${group}`),
            options: kinds.map((value) => ({
              value,
              label: t(`kinds.${keyOf(value)}.name`),
              text: t(`kinds.${keyOf(value)}.text`),
            })),
          }))}
          value={form.values.kinds}
          error={form.errors.kinds === undefined ? null : t('kindsMissing')}
          onChange={(kinds) => form.setFieldValue('kinds', kinds)}
        />
        <Problem error={error} />
      </Stack>
      <Actions>
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
        {children}
      </Actions>
    </form>
  );
}
