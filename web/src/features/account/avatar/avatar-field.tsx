import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { FormProblem } from '../../../shared/problem/form-problem.tsx';
import { useProblem } from '../../../shared/problem/use-problem.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { useDeleteAvatar, useProfile } from '../api/profile.ts';
import classes from './avatar-field.module.css';
import { CropDialog } from './crop-dialog.tsx';

/** The face of the user: choose a picture, crop it, delete it. */
export function AvatarField() {
  const t = useTranslations('account');
  const profile = useProfile();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const remove = useDeleteAvatar();
  const problem = useProblem();

  async function open(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file === undefined) return;
    const opened = await createImageBitmap(file).catch(() => null);
    setIsUnreadable(opened === null);
    setPicture(opened);
  }

  function close() {
    picture?.close();
    setPicture(null);
  }

  return (
    <div className={classes.field}>
      <Face name={profile.full_name} url={profile.avatar_url} size={96} />
      <Stack gap={2}>
        <Cluster gap={2}>
          <Button
            variant="outline"
            leftSection={<Icon name="camera" size={20} />}
            onClick={() => input.current?.click()}
          >
            {t(profile.avatar_url === null ? 'avatar.choose' : 'avatar.change')}
          </Button>
          {profile.avatar_url !== null && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('avatar.delete')}
            </Button>
          )}
        </Cluster>
        <Muted>{t('avatar.who')}</Muted>
      </Stack>
      <input ref={input} type="file" accept="image/jpeg,image/png,image/webp,image/avif" hidden onChange={open} />
      <FormProblem message={isUnreadable ? t('avatar.unreadable') : problem(remove.error)} />
      {picture !== null && <CropDialog picture={picture} onClose={close} />}
    </div>
  );
}
