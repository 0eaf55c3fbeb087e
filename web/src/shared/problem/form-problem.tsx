import { Icon } from '../icons/icon.tsx';
import classes from './form-problem.module.css';

type FormProblemProps = {
  message: string | null;
  /** With room above and below, where no form or stack gives it. */
  isSpaced?: boolean;
};

/** What went wrong with a form as a whole, read out at once. */
export function FormProblem({ message, isSpaced = false }: FormProblemProps) {
  return (
    <div role="alert" data-is-spaced={isSpaced && message !== null} className={classes.place}>
      {message !== null && (
        <p className={classes.problem}>
          <Icon name="alert" size={20} />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
