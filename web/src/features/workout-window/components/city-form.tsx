import { Button, Input } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Actions } from '../../../shared/ui/actions.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { LocationChange, OwnLocation } from '../api/window.ts';
import { countriesIn } from '../countries.ts';

const MAX_LENGTH = 100;

type CityFormProps = {
  location: OwnLocation | null;
  isPending: boolean;
  onSave: (location: LocationChange) => void;
  onCancel: () => void;
};

/** A city in words, for those who do not give their position. It takes the place of a position. */
export function CityForm({ location, isPending, onSave, onCancel }: CityFormProps) {
  const t = useTranslations('workout-window');
  const locale = useLocale();
  const countryId = useId();
  const [city, setCity] = useState(location?.city ?? '');
  const [region, setRegion] = useState(location?.region ?? '');
  const [country, setCountry] = useState(location?.country ?? '');
  const [isMissing, setIsMissing] = useState(false);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (city.trim() === '') {
      setIsMissing(true);
      return;
    }
    onSave({ city: city.trim(), region: orNull(region), country: orNull(country), latitude: null, longitude: null });
  }

  return (
    <form noValidate onSubmit={save}>
      <Stack gap={4} above={4}>
        <TextField
          label={t('city')}
          value={city}
          limit={MAX_LENGTH}
          autoComplete="address-level2"
          error={isMissing && city.trim() === '' ? t('cityMissing') : null}
          onChange={(event) => setCity(event.currentTarget.value)}
        />
        <TextField
          label={t('region')}
          value={region}
          limit={MAX_LENGTH}
          autoComplete="address-level1"
          onChange={(event) => setRegion(event.currentTarget.value)}
        />
        <Input.Wrapper id={countryId} label={t('country')}>
          <Input
            component="select"
            id={countryId}
            value={country}
            rightSection={<Icon name="chevron-down" size={20} />}
            onChange={(event) => setCountry(event.currentTarget.value)}
          >
            <option value="">{t('noCountry')}</option>
            {countriesIn(locale).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Input>
        </Input.Wrapper>
      </Stack>
      <Actions>
        <Button type="submit" loading={isPending}>
          {t('saveCity')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Actions>
    </form>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
