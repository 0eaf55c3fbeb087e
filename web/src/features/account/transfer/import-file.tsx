import { Button } from '@mantine/core';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { useBytes } from '../use-bytes.ts';
import { useUploadDiary } from './imports.ts';
import classes from './transfer.module.css';

/** Takes a file by choice or drop, and shows how far its upload is. */
export function ImportFile() {
  const t = useTranslations('account');
  const bytes = useBytes();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { upload, part, cancel } = useUploadDiary();
  const isCancelled = upload.error instanceof DOMException;
  const file = upload.variables;

  function take([chosen]: FileList | File[]) {
    if (chosen !== undefined) upload.mutate(chosen);
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take([...(event.currentTarget.files ?? [])]);
    event.currentTarget.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  }

  if (upload.isPending && file !== undefined) {
    return (
      <div className={classes.drop}>
        <Stack gap={1} fits>
          <Text weight={600} dir="auto">
            {file.name}
          </Text>
          <ProgressBar label={t('import.uploading', { size: bytes(file.size) })} part={part} />
        </Stack>
        <p>{t('import.stay')}</p>
        <Button variant="outline" onClick={cancel}>
          {t('cancel')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here, or chosen by the button */}
      <div
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <p>{t('import.dropText')}</p>
        <Button onClick={() => input.current?.click()}>{t('import.choose')}</Button>
        <input ref={input} type="file" accept=".zip,.csv,.daylio,.json,.md" hidden onChange={choose} />
      </div>
      <Problem error={isCancelled ? null : upload.error} isSpaced />
    </>
  );
}
