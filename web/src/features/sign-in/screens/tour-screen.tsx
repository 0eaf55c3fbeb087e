import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { TourArt } from '../components/tour-art.tsx';
import classes from './tour-screen.module.css';

const CARDS = (['diary', 'sharing', 'window'] as const).filter((card) => card !== 'window' || hasPlace('checkIn'));

/** Three cards after the first sign-up. They end in the first entry. The address is left behind, so they are not seen again. */
export function TourScreen() {
  const t = useTranslations('sign-in.tour');
  const navigate = useNavigate();
  const [index, setIndex] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const card = CARDS[index] ?? 'diary';
  const isLast = index === CARDS.length - 1;

  function show(next: number) {
    setIndex(next);
    title.current?.focus();
  }
  const leave = (to: '/today' | '/journal/new') => void navigate({ to, replace: true });

  return (
    <main className={classes.page}>
      <div className={classes.art} data-surface="night">
        <TourArt card={card} />
      </div>
      <section className={classes.card} aria-labelledby="tour-title">
        <Muted>{t('step', { step: index + 1, steps: CARDS.length })}</Muted>
        <h1 id="tour-title" className={classes.title} ref={title} tabIndex={-1}>
          {t(`${card}Title`)}
        </h1>
        <p className={classes.text} aria-live="polite">
          {t(`${card}Text`)}
        </p>
        <Row gap={2} align="stretch" justify="center" className={classes.dots} aria-hidden>
          {CARDS.map((name) => (
            <span key={name} data-current={name === card || undefined} />
          ))}
        </Row>
        <div>
          <Button size="lg" fullWidth onClick={() => (isLast ? leave('/journal/new') : show(index + 1))}>
            {isLast ? t('write') : t('next')}
          </Button>
          <Row align="stretch" justify="between" above={2}>
            {index > 0 && (
              <Button variant="subtle" onClick={() => show(index - 1)}>
                {t('back')}
              </Button>
            )}
            <Button variant="subtle" className={classes.skip} onClick={() => leave('/today')}>
              {isLast ? t('later') : t('skip')}
            </Button>
          </Row>
        </div>
      </section>
    </main>
  );
}
