import { Button } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { needsFreshSignIn, useFreshSignIn } from '../../../app/session/fresh-sign-in.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useRemovePasskey, useRenamePasskey } from '../api/security.ts';
import classes from './security-card.module.css';

type Passkey = { id: string; name?: string | null; createdAt: string | null; backedUp: boolean };

/** A passkey with its name. A new one asks for its name first. */
export function PasskeyRow({ passkey, isNew }: { passkey: Passkey; isNew: boolean }) {
  const t = useTranslations('sign-in.security');
  const format = useFormatter();
  const problemOf = useProblem();
  const askForSignIn = useFreshSignIn();
  const remove = useRemovePasskey();
  const [isRenaming, setIsRenaming] = useState(isNew);
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, createdAt, backedUp } = passkey;
  const name = passkey.name ?? t('passkeyUnnamed');
  const run = () => {
    setIsRemoving(false);
    remove.mutate(id, { onError: (error) => void askForSignIn(error, run) });
  };

  if (isRenaming) return <Rename id={id} name={name} onDone={() => setIsRenaming(false)} />;
  return (
    <Cluster as="li" gap={3} rows={2} align="center" className={classes.row}>
      <div className={classes.facts}>
        <Cluster as="p" gap={2} align="center" weight={600} dir="auto">
          {name}
        </Cluster>
        <Muted>
          {createdAt !== null && t('added', { date: format.dateTime(new Date(createdAt), { dateStyle: 'medium' }) })}
          {backedUp && ` · ${t('synced')}`}
        </Muted>
      </div>
      <div className={classes.rowActions}>
        <Button variant="subtle" aria-label={t('renameOf', { name })} onClick={() => setIsRenaming(true)}>
          {t('rename')}
        </Button>
        <Button
          variant="subtle"
          aria-label={t('removeOf', { name })}
          loading={remove.isPending}
          onClick={() => setIsRemoving(true)}
        >
          {t('remove')}
        </Button>
      </div>
      <FormProblem message={needsFreshSignIn(remove.error) ? null : problemOf(remove.error)} />
      <Confirm
        isOpen={isRemoving}
        title={t('removePasskeyTitle', { name })}
        text={t('removePasskeyText')}
        action={t('remove')}
        onConfirm={run}
        onClose={() => setIsRemoving(false)}
      />
    </Cluster>
  );
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useTranslations('sign-in.security');
  const rename = useRenamePasskey();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name },
    validate: { name: isNotEmpty(t('nameMissing')) },
  });
  return (
    <li>
      <Cluster
        as="form"
        gap={3}
        rows={2}
        align="center"
        className={classes.row}
        noValidate
        onSubmit={form.onSubmit((values) => rename.mutate({ id, name: values.name.trim() }, { onSuccess: onDone }))}
      >
        <TextField
          className={classes.facts}
          label={t('passkeyNameLabel')}
          description={t('passkeyNameText')}
          limit={100}
          autoFocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={rename.isPending}>
          {t('save')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Problem error={rename.error} />
      </Cluster>
    </li>
  );
}
