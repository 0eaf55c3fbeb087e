import type assistant from '../features/assistant/messages/en.json';
import type chat from '../features/chat/messages/en.json';
import type goals from '../features/goals/messages/en.json';
import type inbox from '../features/inbox/messages/en.json';
import type journal from '../features/journal/messages/en.json';
import type me from '../features/me/messages/en.json';
import type music from '../features/music/messages/en.json';
import type operations from '../features/operations/messages/en.json';
import type programs from '../features/programs/messages/en.json';
import type session from '../features/session/messages/en.json';
import type today from '../features/today/messages/en.json';
import type wellbeing from '../features/wellbeing/messages/en.json';
import type chart from '../shared/chart/messages/en.json';
import type markdown from '../shared/markdown/messages/en.json';
import type mention from '../shared/mention/messages/en.json';
import type mood from '../shared/mood/messages/en.json';
import type problem from '../shared/problem/messages/en.json';
import type ui from '../shared/ui/messages/en.json';
import type { Language } from './language.ts';
import type app from './messages/en.json';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: {
      app: typeof app;
      operations: typeof operations;
      programs: typeof programs;
      session: typeof session;
      inbox: typeof inbox;
      journal: typeof journal;
      me: typeof me;
      today: typeof today;
      chat: typeof chat;
      goals: typeof goals;
      wellbeing: typeof wellbeing;
      assistant: typeof assistant;
      music: typeof music;
      chart: typeof chart;
      markdown: typeof markdown;
      mention: typeof mention;
      mood: typeof mood;
      problem: typeof problem;
      ui: typeof ui;
    };
  }
}
