import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Problem } from '../../../shared/problem/problem.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { type LocationChange, type OwnLocation, useChangeLocation } from '../api/window.ts';
import { roundedCoordinates } from '../window.rules.ts';
import { CityForm } from './city-form.tsx';
import classes from './location-section.module.css';
import { MapArt } from './map-art.tsx';

const POSITION = { enableHighAccuracy: false, maximumAge: 3_600_000, timeout: 20_000 };
const NONE: LocationChange = { latitude: null, longitude: null, city: null, region: null, country: null };

/** Where the user is, roughly, and what it is for. It has a button of its own: a window needs no location. */
export function LocationSection({ location }: { location: OwnLocation | null }) {
  const t = useTranslations('workout-window');
  const change = useChangeLocation();
  const [isCityOpen, setIsCityOpen] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const name = useLocationName(location);
  const isSet = name !== null;

  function locate(): void {
    setIsAsking(true);
    setIsRefused(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false);
        change.mutate(roundedCoordinates(coords));
      },
      () => {
        setIsAsking(false);
        setIsRefused(true);
      },
      POSITION,
    );
  }

  return (
    <Section title={t('location')}>
      <Box surface="list" className={classes.card}>
        <MapArt isSet={isSet} />
        <div className={classes.text}>
          <Text weight={600} breaks dir="auto" aria-live="polite">
            {name ?? t('noLocation')}
          </Text>
          <Muted>{t(isSet ? 'locationText' : 'noLocationText')}</Muted>
          {isRefused && (
            <Muted above={2} tone="warn" role="alert">
              {t('locationRefused')}
            </Muted>
          )}
          <Problem error={change.error} isSpaced />
          {isCityOpen ? (
            <CityForm
              location={location}
              isPending={change.isPending}
              onSave={(city) => change.mutate(city, { onSuccess: () => setIsCityOpen(false) })}
              onCancel={() => setIsCityOpen(false)}
            />
          ) : (
            <Cluster gap={1} rows={0} className={classes.actions}>
              {'geolocation' in navigator && (
                <Button
                  variant="subtle"
                  loading={isAsking || change.isPending}
                  leftSection={<Icon name="location" size={16} />}
                  onClick={locate}
                >
                  {t('useLocation')}
                </Button>
              )}
              <Button variant="subtle" onClick={() => setIsCityOpen(true)}>
                {t('enterCity')}
              </Button>
              {isSet && (
                <Button variant="subtle" onClick={() => change.mutate(NONE)}>
                  {t('removeLocation')}
                </Button>
              )}
            </Cluster>
          )}
        </div>
      </Box>
    </Section>
  );
}

/** `Leipzig, Saxony, Germany`, or the coordinates if there are no names. Null without a location. */
function useLocationName(location: OwnLocation | null): string | null {
  const t = useTranslations('workout-window');
  const locale = useLocale();
  if (location === null) return null;
  const { city, region, country, latitude, longitude } = location;
  const countryName = country === null ? null : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  const names = [city, region, countryName].filter((part) => part != null);
  if (names.length > 0) return names.join(', ');
  return latitude === null || longitude === null ? null : t('coordinates', { latitude, longitude });
}
