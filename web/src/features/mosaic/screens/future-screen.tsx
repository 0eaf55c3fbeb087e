import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { FilmStrip } from '../components/film-strip.tsx';
import { MosaicHeader } from '../components/mosaic-header.tsx';
import classes from './mosaic-screen.module.css';

/** A date that has not begun. */
export function FutureScreen({ date, today }: { date: string; today: string }) {
  const t = useTranslations('mosaic');
  return (
    <div className={classes.screen} data-surface="night" data-covers-tabs>
      <MosaicHeader date={date} today={today} />
      <div className={classes.empty}>
        <Notice icon="calendar" title={t('future')} text={t('futureText')}>
          <ButtonLink to="/mosaic">{t('toToday')}</ButtonLink>
        </Notice>
      </div>
      <div className={classes.foot}>
        <FilmStrip date={date} today={today} />
      </div>
    </div>
  );
}
