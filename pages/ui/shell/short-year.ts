/** `2024-25` for `2024-2025`, as titles print it. Source: rules §18.7. */
export const shortYear = (academicYear: string) => academicYear.replace(/-\d\d(?=\d\d$)/, '-')
