import classes from './map-art.module.css';

/** A drawing of a map with a circle of about a kilometre. Decoration: no map of where the user is. */
export function MapArt({ isSet }: { isSet: boolean }) {
  return (
    <svg className={classes.map} viewBox="0 0 400 130" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path className={classes.river} d="M0 92c70 22 120 10 180-14s130-34 220-14" />
      <path className={classes.street} d="M0 30h400M90 0v130M230 0v130M330 0v130M0 62L140 0M180 130L400 34" />
      <rect className={classes.park} x="100" y="40" width="56" height="34" rx="3" />
      {isSet && <circle className={classes.around} cx="212" cy="62" r="44" />}
    </svg>
  );
}
