#ifdef __CLING__
#pragma link off all globals;
#pragma link off all classes;
#pragma link off all functions;
#pragma link C++ class Track + ;
#pragma link C++ class TrackEvent + ;
#pragma link C++ class std::vector < Track> + ;
#endif
