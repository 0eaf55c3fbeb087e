import { MeadowError } from '@meadow/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useProblem } from '../../shared/problem/use-problem.ts';
import { type OwnWindow, useSetUpWindow } from './api/window.ts';
import {
  type DayFacts,
  earliestChange,
  endedPause,
  type Fields,
  fieldsOf,
  isNameMissing,
  MAX_PAUSE_DAYS,
  pauseProblemOf,
  setupOf,
} from './window.rules.ts';

type Field = 'zone' | 'name' | 'pause';

/** Beside which field an error of the server stands. */
const FIELDS: Readonly<Record<string, Field>> = {
  'workout-window.timezone-unknown': 'zone',
  'workout-window.custom-activity-required': 'name',
  'workout-window.pause-invalid': 'pause',
  'workout-window.pause-too-early': 'pause',
};

type FormOptions = { window: OwnWindow | null; zone: string; facts: DayFacts; onSaved: () => void };

/** The form of the window: what it has, what is wrong with it, and how it is saved. */
export function useWindowForm({ window, zone, facts, onSaved }: FormOptions) {
  const t = useTranslations('workout-window');
  const problemOf = useProblem();
  const [fields, setFields] = useState(() => fieldsOf(window, zone));
  const [isTried, setIsTried] = useState(false);
  const setUp = useSetUpWindow();
  const resume = useSetUpWindow();
  const kept = window?.pause ?? null;
  const earliest = earliestChange(facts);
  const pauseProblem = fields.pause === null ? null : pauseProblemOf(fields.pause, kept, earliest);
  const own: Record<Field, string | null> = {
    zone: null,
    name: isTried && isNameMissing(fields) ? t('nameMissing') : null,
    pause: pauseProblem && t(`pauseProblems.${pauseProblem}`, { days: MAX_PAUSE_DAYS }),
  };
  const failure = resume.error ?? setUp.error;
  const fieldOfFailure = failure instanceof MeadowError ? FIELDS[failure.code] : undefined;
  const problems = fieldOfFailure === undefined ? own : { ...own, [fieldOfFailure]: problemOf(failure) };

  return {
    fields,
    earliest,
    problems,
    /** What is wrong and belongs to no field. */
    error: fieldOfFailure === undefined ? failure : null,
    isSaving: setUp.isPending,
    isResuming: resume.isPending,
    change: (part: Partial<Fields>) => {
      setUp.reset();
      setFields((known) => ({ ...known, ...part }));
    },
    save: () => {
      setIsTried(true);
      if (isNameMissing(fields) || pauseProblem !== null) return;
      setUp.mutate(setupOf(fields), { onSuccess: onSaved });
    },
    /** Ends the pause at once, and leaves the rest of the form as it is. */
    resume: () => {
      if (window === null || kept === null) return;
      const ended = endedPause(kept, earliest);
      resume.mutate(setupOf({ ...fieldsOf(window, zone), pause: ended }), {
        onSuccess: () => setFields((known) => ({ ...known, pause: null })),
      });
    },
  };
}
