/* The second file of weak_variable.c. */
extern double vis[40];
double *wp = vis;
