import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import classes from './photo-view.module.css';

type PhotoViewProps = {
  photo: { bytes: ArrayBuffer; type: string; width: number } | undefined;
  size: 'large' | 'medium' | 'small';
};

/** The photo of this device, before the server has it. Some browsers cannot show all that the server takes. */
export function PhotoView({ photo, size }: PhotoViewProps) {
  const t = useTranslations('check-in');
  const url = useObjectUrl(photo);
  return (
    <div className={classes.photo} data-size={size}>
      {url === null || photo?.width === 0 ? (
        <span className={classes.none} role="img" aria-label={t('photoUnseen')}>
          <Icon name="photo" />
          <span aria-hidden>{t('photoUnseen')}</span>
        </span>
      ) : (
        <img src={url} alt={t('yourPhoto')} />
      )}
    </div>
  );
}

/** An address of the bytes for this page, as long as they are shown. */
function useObjectUrl(photo: { bytes: ArrayBuffer; type: string } | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const bytes = photo?.bytes;
  const type = photo?.type ?? '';
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [bytes, type]);
  return url;
}
