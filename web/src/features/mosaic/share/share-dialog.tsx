import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Choices } from '../../../shared/ui/choices.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { paletteOf } from '../canvas/palette.ts';
import type { Mosaic } from '../mosaic.ts';
import { useCounts } from '../use-counts.ts';
import { drawPicture, type Form, LAYOUTS, type Texts } from './draw-picture.ts';
import classes from './share-dialog.module.css';
import { canShareFiles, downloadFile, fileOf, shareFile } from './share-file.ts';

type ShareDialogProps = { mosaic: Mosaic; onClose: () => void };

/** A picture of the day, drawn on this device, to pass on or to keep. */
export function ShareDialog({ mosaic, onClose }: ShareDialogProps) {
  const t = useTranslations('mosaic');
  const format = useCalendarDate();
  const { bloomed } = useCounts(mosaic);
  const [form, setForm] = useState<Form>('portrait');
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const title = format(mosaic.date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const make = useMutation({
    mutationFn: async (use: (file: File) => Promise<void> | void) => {
      if (canvas !== null) await use(await fileOf(canvas, t('fileName', { date: mosaic.date })));
    },
  });
  return (
    <Dialog title={t('shareTitle')} onClose={onClose}>
      <Stack gap={4}>
        <Text tone="quiet">{t('shareText')}</Text>
        <Choices
          label={t('format')}
          options={[
            { value: 'portrait', label: t('portrait') },
            { value: 'card', label: t('card') },
          ]}
          value={form}
          onChange={setForm}
        />
        <Preview
          key={form}
          form={form}
          mosaic={mosaic}
          texts={{ day: title, counts: bloomed, brand: t('brand') }}
          onDrawn={setCanvas}
        />
        {make.isError && (
          <Text tone="warn" role="alert">
            {t('shareFailed')}
          </Text>
        )}
      </Stack>
      <Actions>
        {canShareFiles() && (
          <Button
            loading={make.isPending}
            leftSection={<Icon name="share" size={20} />}
            onClick={() => make.mutate((file) => shareFile(file, title))}
          >
            {t('shareNow')}
          </Button>
        )}
        <Button
          variant={canShareFiles() ? 'outline' : 'filled'}
          loading={make.isPending}
          leftSection={<Icon name="download" size={20} />}
          onClick={() => make.mutate(downloadFile)}
        >
          {t('download')}
        </Button>
      </Actions>
    </Dialog>
  );
}

type PreviewProps = { form: Form; mosaic: Mosaic; texts: Texts; onDrawn: (canvas: HTMLCanvasElement) => void };

/** The picture itself, shown smaller. It is what is shared. */
function Preview({ form, mosaic: { date, sections }, texts, onDrawn }: PreviewProps) {
  const t = useTranslations('mosaic');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = LAYOUTS[form];
  const { day, counts, brand } = texts;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || context === null || context === undefined) return;
    const palette = paletteOf(canvas.current);
    drawPicture(context, form, { date, tiles: sections, texts: { day, counts, brand }, palette });
    onDrawn(canvas.current);
  }, [form, date, sections, day, counts, brand, onDrawn]);
  return (
    <canvas
      ref={canvas}
      className={classes.preview}
      width={width}
      height={height}
      role="img"
      aria-label={t('preview')}
    />
  );
}
