import { cityOf, zonesByRegion } from './time-zones.ts';

/** The time zones of a select, by region. `chosen` may be one that the browser does not know. */
export function ZoneOptions({ chosen }: { chosen: string | undefined }) {
  return zonesByRegion(chosen).map(([region, zones]) => (
    <optgroup key={region} label={region}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {cityOf(zone)}
        </option>
      ))}
    </optgroup>
  ));
}
