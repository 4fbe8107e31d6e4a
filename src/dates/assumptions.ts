/** How many dates are given of something that recurs without an end, and at the most of something that has one. */
export const openRecurrenceCount = 10;
export const mostRecurrences = 100;
