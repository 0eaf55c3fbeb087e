import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useUploadAvatar } from '../api/profile.ts';
import { type Crop, centredCrop, sideOf } from './crop.rules.ts';
import { AVATAR_SIZE, CropField } from './crop-field.tsx';

/** Chooses the square of a picture that becomes the avatar, and uploads only this. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const t = useTranslations('account');
  const [crop, setCrop] = useState(() => centredCrop(picture));
  const upload = useUploadAvatar();

  async function save() {
    upload.mutate(await cut(picture, crop), { onSuccess: onClose });
  }

  return (
    <Dialog onClose={onClose} title={t('avatar.cropTitle')}>
      <CropField picture={picture} crop={crop} onChange={setCrop} />
      <Problem error={upload.error} isSpaced />
      <Actions>
        <Button loading={upload.isPending} onClick={save}>
          {t('avatar.use')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** The square as a file of its own, without the place and time that a camera writes into pictures. */
function cut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIZE;
  canvas.height = AVATAR_SIZE;
  const side = sideOf(crop, picture);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, AVATAR_SIZE, AVATAR_SIZE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture.')) : resolve(blob)), 'image/webp', 0.92),
  );
}
