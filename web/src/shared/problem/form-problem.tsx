import { Icon } from '../icons/icon.tsx';
import { Row } from '../ui/row.tsx';
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
        <Row as="p" gap={2} align="stretch" surface="warn" weight={500}>
          <Icon name="alert" size={20} />
          <span>{message}</span>
        </Row>
      )}
    </div>
  );
}
