export { Profile } from './account.schema.ts';
export { recordAudit } from './audit.actions.ts';
export { listPeople, readPerson } from './person-administration.actions.ts';
export { PeopleQuery } from './person-administration.schema.ts';
