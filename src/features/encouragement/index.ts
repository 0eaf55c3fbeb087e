export { canReportDrop, listReportedDrops, type ReportedDrop } from './report-subject.actions.ts';
