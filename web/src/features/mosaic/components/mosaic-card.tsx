import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { PLACES } from '../../../app/places.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { PathLink } from '../../../shared/ui/path-link.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { mosaicCountsQuery } from '../api/counts.ts';
import classes from './mosaic-card.module.css';

type MosaicCardProps = { date: string; pictureUrl: string | null };

/** The mosaic of a date in short: how many have bloomed, and its picture. It opens the whole. The counts come after Today. */
export function MosaicCard({ date, pictureUrl }: MosaicCardProps) {
  const t = useTranslations('mosaic');
  const { data: counts } = useQuery({ ...mosaicCountsQuery(date), enabled: PLACES.mosaic !== null });
  if (PLACES.mosaic === null) return null;
  return (
    <div className={classes.card} data-surface="night">
      <PathLink path={PLACES.mosaic} className={classes.link}>
        <Box as="span" fits>
          <Text as="span" size="lg" weight={600} className={classes.title}>
            {t('title')}
          </Text>
          {counts !== undefined && <Muted as="span">{t('bloomed', counts)}</Muted>}
        </Box>
        <Icon name="chevron-right" size={20} />
        {pictureUrl !== null && <img className={classes.picture} src={pictureUrl} alt="" loading="lazy" />}
      </PathLink>
    </div>
  );
}
