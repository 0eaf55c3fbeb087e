import Type, { type Static } from 'typebox';

export const ReminderRun = Type.Object(
  { success: Type.Boolean(), message: Type.String(), reminded: Type.Integer() },
  { title: 'ReminderRun' },
);
export type ReminderRun = Static<typeof ReminderRun>;

export const DayEndRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    missed: Type.Integer({ description: 'Users whose day has ended without a check-in.' }),
    verified: Type.Integer({ description: 'Check-ins that were still pending after a minute.' }),
  },
  { title: 'DayEndRun' },
);
export type DayEndRun = Static<typeof DayEndRun>;
