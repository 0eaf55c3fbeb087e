import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { IconLink } from '../../../shared/ui/links.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import classes from './pane-header.module.css';

/** The head of a screen beside the timeline, with the way back on a phone. */
export function PaneHeader({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  const t = useTranslations('journal');
  return (
    <Row align="start">
      <IconLink to="/journal" className={classes.back} aria-label={t('back')}>
        <Icon name="chevron-left" />
      </IconLink>
      <Box grows>
        <ScreenHeader title={title} {...(text !== undefined && { text })}>
          {children}
        </ScreenHeader>
      </Box>
    </Row>
  );
}
