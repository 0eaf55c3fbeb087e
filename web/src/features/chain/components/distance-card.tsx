import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../shared/ui/links.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import type { Neighbour, Today } from '../line.rules.ts';
import classes from './distance-card.module.css';

type Near = { name: string; distance: number };

/** How far the baton goes, roughly. */
export function DistanceCard({ chain }: { chain: NonNullable<Today['chain']> }) {
  const t = useTranslations('chain');
  const [before, after] = [nearOf(chain.before), nearOf(chain.after)];
  if (chain.before === null && chain.after === null) return null;
  return (
    <Section title={t('distance')} isCard>
      {before === null && after === null ? (
        <>
          <Muted>{t('noDistance')}</Muted>
          <ButtonLink to="/window" variant="outline" mt="sm">
            {t('addLocation')}
          </ButtonLink>
        </>
      ) : (
        <>
          <div className={classes.map}>
            <svg viewBox="0 0 300 130" aria-hidden>
              <ellipse className={classes.around} cx="150" cy="65" rx="104" ry="54" />
              <ellipse className={classes.around} cx="150" cy="65" rx="58" ry="30" />
              {before !== null && (
                <>
                  <path className={classes.way} d="M150 65C130 45 112 40 98 42" />
                  <circle className={classes.other} cx="96" cy="42" r="7" />
                </>
              )}
              {after !== null && (
                <>
                  <path className={classes.way} d="M150 65C175 92 215 96 238 86" />
                  <circle className={classes.other} cx="240" cy="85" r="7" />
                </>
              )}
              <circle className={classes.self} cx="150" cy="65" r="9" />
            </svg>
            {before !== null && (
              <p className={classes.before} dir="auto">
                {t('near', before)}
              </p>
            )}
            <p className={classes.you}>{t('you')}</p>
            {after !== null && (
              <p className={classes.after} dir="auto">
                {t('near', after)}
              </p>
            )}
          </div>
          <Muted above={2}>{t('distanceText')}</Muted>
        </>
      )}
    </Section>
  );
}

function nearOf(neighbour: Neighbour | null): Near | null {
  if (neighbour === null || neighbour.distance_km === null) return null;
  return { name: firstOf(neighbour.full_name), distance: neighbour.distance_km };
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;
