import { useState } from 'react';
import type { Coordinates } from '../api/check-in.ts';

const DECIMALS = 100;
const POSITION = { enableHighAccuracy: false, maximumAge: 600_000, timeout: 20_000 };

/** Where the user is, rounded to about a kilometre on this device. Off until the user turns it on. */
export function useCoordinates() {
  const [isOn, setIsOn] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [coordinates, setCoordinates] = useState<Coordinates | null>(null);

  function toggle(next: boolean): void {
    setIsOn(next);
    setIsRefused(false);
    setCoordinates(null);
    if (!next) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        setCoordinates({ latitude: rounded(latitude), longitude: rounded(longitude) }),
      () => {
        setIsOn(false);
        setIsRefused(true);
      },
      POSITION,
    );
  }

  return {
    isOffered: 'geolocation' in navigator,
    isOn,
    /** The key of what is said of it. */
    text: isRefused ? 'locationRefused' : ('locationText' as const),
    coordinates: isOn ? coordinates : null,
    toggle,
  } as const;
}

const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS + 0;
