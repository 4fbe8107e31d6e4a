import {bindings} from '../../../app/browse/keys.js';
import type {Topic} from './topic.js';

/** The keys of the browser, from the table that it reads itself. */
export const browse: Topic = {rows: bindings.map(({shown, help}) => [shown, help])};
