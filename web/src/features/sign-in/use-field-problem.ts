import type { UseFormReturnType } from '@mantine/form';
import { useProblem } from '../../shared/problem/use-problem.ts';
import { type FieldsByCode, fieldOf } from './problem.rules.ts';

/** Returns what shows an error of the server at its field, and moves the focus there. It returns false if the error has no field. */
export function useFieldProblem<Values extends object>(form: UseFormReturnType<Values>, fields: FieldsByCode = {}) {
  const problemOf = useProblem();
  return (error: unknown): boolean => {
    const field = fieldOf(error, fields, Object.keys(form.getValues()));
    if (field === null) return false;
    form.setFieldError(field, problemOf(error));
    form.getInputNode(field)?.focus();
    return true;
  };
}
