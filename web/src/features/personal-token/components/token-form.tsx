import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useNow, useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { CheckList } from '../../../shared/ui/check-list.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { NewPersonalToken } from '../api/tokens.ts';
import { scopesByGroup, type TokenScope } from '../scopes.rules.ts';
import { DEFAULT_LIFETIME, endAfter, LIFETIMES, type Lifetime, MAX_NAME_LENGTH } from '../token.rules.ts';

type TokenFormProps = {
  scopes: readonly TokenScope[];
  isSuperAdmin: boolean;
  isPending: boolean;
  error: unknown;
  onCreate: (token: NewPersonalToken) => void;
};

type Fields = { name: string; scopes: TokenScope[]; lifetime: Lifetime };

const NAME_ID = 'token-name';
const SCOPES_ID = 'token-scopes';

/** What a new token is for, what it permits, and how long. */
export function TokenForm({ scopes, isSuperAdmin, isPending, error, onCreate }: TokenFormProps) {
  const t = useTranslations('personal-token');
  const form = useForm<Fields>({
    initialValues: { name: '', scopes: [...scopes], lifetime: DEFAULT_LIFETIME },
    validate: {
      name: isNotEmpty(t('nameMissing')),
      scopes: (chosen) => (chosen.length === 0 ? t('scopesMissing') : null),
    },
    onSubmitPreventDefault: 'always',
  });
  const { lifetime, scopes: chosen } = form.values;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ name }) => onCreate({ name: name.trim(), scopes: chosen, expires_in_days: Number(lifetime) }),
        (errors) => document.getElementById(errors.name === undefined ? SCOPES_ID : NAME_ID)?.focus(),
      )}
    >
      <Stack gap={4}>
        <TextField
          id={NAME_ID}
          label={t('name')}
          description={t('nameText')}
          limit={MAX_NAME_LENGTH}
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <LifetimeField value={lifetime} onChange={(value) => form.setFieldValue('lifetime', value)} />
        <CheckList
          id={SCOPES_ID}
          label={t('scopesLabel')}
          description={t('scopesText')}
          groups={scopesByGroup(isSuperAdmin).map(({ group, scopes: ofGroup }) => ({
            title: t(`scopeGroups.${group}`),
            options: ofGroup.map((value) => ({
              value,
              label: t(`scopes.${value}.name`),
              text: t(`scopes.${value}.text`),
            })),
          }))}
          value={chosen}
          error={form.errors.scopes === undefined ? null : t('scopesMissing')}
          onChange={(value) => form.setFieldValue('scopes', value)}
        />
        <Problem error={error} />
      </Stack>
      <Actions>
        <Button type="submit" loading={isPending}>
          {t('create')}
        </Button>
        <ButtonLink to="/me/tokens" variant="subtle">
          {t('cancel')}
        </ButtonLink>
      </Actions>
    </form>
  );
}

function LifetimeField({ value, onChange }: { value: Lifetime; onChange: (value: Lifetime) => void }) {
  const t = useTranslations('personal-token');
  const format = useFormatter();
  const end = endAfter(useNow(), value);
  return (
    <Stack gap={2}>
      <Text size="sm" weight={600} aria-hidden>
        {t('lifetime')}
      </Text>
      <Choices
        label={t('lifetime')}
        options={LIFETIMES.map((days) => ({ value: days, label: t('days', { count: Number(days) }) }))}
        value={value}
        onChange={onChange}
      />
      <Muted role="status">{t('lifetimeText', { date: format.dateTime(end, { dateStyle: 'long' }) })}</Muted>
    </Stack>
  );
}
