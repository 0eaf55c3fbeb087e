import classes from './security-card.module.css';

const CARDS = ['password', 'address', 'second factor', 'passkeys'];

/** Takes the room of the cards while they are loaded. */
export function SecuritySkeleton() {
  return (
    <div data-pending className={classes.skeleton} aria-hidden>
      {CARDS.map((card) => (
        <div key={card} className={classes.placeholder} />
      ))}
    </div>
  );
}
